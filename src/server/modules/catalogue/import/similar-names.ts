/** A record that a name could mean. */
export interface Candidate {
  target: string;
  /** What the name is compared with. */
  name: string;
  label: string;
}

/** Less than this in common is no guess. */
const leastScore = 0.4;

/** Finds the most similar candidate of each name by the groups of three letters that both have. */
export function similarTo(candidates: readonly Candidate[]): (name: string) => Candidate | undefined {
  const sizes = candidates.map(({ name }) => trigramsOf(name).size);
  const holders = new Map<string, number[]>();
  for (const [index, { name }] of candidates.entries()) {
    for (const one of trigramsOf(name)) {
      const known = holders.get(one);
      if (known) known.push(index);
      else holders.set(one, [index]);
    }
  }
  return (name) => {
    const own = trigramsOf(name);
    const shared = new Map<number, number>();
    for (const one of own)
      for (const index of holders.get(one) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    let best: { index: number; score: number } | undefined;
    for (const [index, count] of shared) {
      // A name is often a part of the full one: «Подарки» of «Подарки и сувениры».
      const score = (count / (own.size + (sizes[index] ?? 0) - count) + count / own.size) / 2;
      if (score >= leastScore && score > (best?.score ?? 0)) best = { index, score };
    }
    return best && candidates[best.index];
  };
}

function trigramsOf(text: string): Set<string> {
  const words =
    text
      .toLocaleLowerCase('ru')
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) => {
      const padded = `  ${word} `;
      return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
    }),
  );
}
