/** Several subjects, each measured once in every round: what disturbs the machine for a while disturbs all of them alike. */

/** By subject, one sample of each round. */
export async function interleaved<Sample>(
  subjects: readonly string[],
  rounds: number,
  measure: (subject: string) => Promise<Sample> | Sample,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map<string, Sample[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round += 1) {
    // None is always the first: what one leaves behind, the next may have to clear away.
    const order = subjects.map((_, index) => subjects[(index + round) % subjects.length] ?? '');
    for (const subject of order) samples.get(subject)?.push(await measure(subject));
  }
  return samples;
}
