/** Arrays by node number: they grow with the view, and never shrink. */

/** The same array, or a longer one in which the new places have the value of a node of which nothing is known. */
export function grownTo(numbers: Float64Array, capacity: number, unknown = 0): Float64Array {
  if (numbers.length >= capacity) return numbers;
  const grown = new Float64Array(capacity).fill(unknown);
  grown.set(numbers);
  return grown;
}
