type See = (isInView: boolean) => void;

const watched = new Map<Element, See>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `see` when an element comes into view, or leaves it, until the answer is called. An element has one watcher. One observer
 * watches all: the browser computes each observer anew for each frame, and Home has hundreds of tiles.
 */
export function watchView(element: Element, see: See): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  });
  watched.set(element, see);
  observer.observe(element);
  return () => {
    if (watched.get(element) !== see) return;
    watched.delete(element);
    observer?.unobserve(element);
  };
}
