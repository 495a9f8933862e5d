/** The name that the logic layer gives to an object that is to be called so: with a number behind it where it is taken. */
export function freeName(wanted: string, others: Iterable<string>): string {
  const taken = new Set(others);
  let name = wanted;
  for (let number = 1; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
