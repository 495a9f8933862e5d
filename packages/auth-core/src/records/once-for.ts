/** Makes the value of each object once, for as long as the object lives: a kept record is used by each request. */
export function onceFor<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const madeFor = new WeakMap<Source, Made>();
  return (source) => {
    const before = madeFor.get(source);
    if (before !== undefined) return before;
    const made = make(source);
    madeFor.set(source, made);
    return made;
  };
}
