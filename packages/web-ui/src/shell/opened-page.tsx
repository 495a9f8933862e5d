import { useEffect } from 'preact/hooks';
import { useHere } from '../context/use-here.js';

/** The page that a message of the service worker asks for; undefined for any other message. */
export function pageOf(message: unknown): string | undefined {
  const { type, page } = Object(message) as { readonly type?: unknown; readonly page?: unknown };
  return type === 'open' && typeof page === 'string' ? page : undefined;
}

/** Goes to the page of a notification that was clicked while the app was open. */
export function OpenedPage() {
  const { go } = useHere();
  useEffect(() => {
    // Only in a secure context.
    const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    const onMessage = ({ data }: MessageEvent) => {
      const page = pageOf(data);
      if (page !== undefined) go(page);
    };
    worker?.addEventListener('message', onMessage);
    return () => worker?.removeEventListener('message', onMessage);
  }, [go]);
  return null;
}
