export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/**
 * Limit of the comparison table, enough for two texts of 1,000 words with their separators. Longer texts are
 * shown as removed and added.
 */
const maxPairs = 4_000_000;

/** Word diff by longest common subsequence. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, fresh] = [splitWords(before), splitWords(after)];
  const head = sharedStart(old, fresh);
  const rest = Math.min(old.length, fresh.length) - head;
  const tail = Math.min(rest, sharedStart(old.toReversed(), fresh.toReversed()));
  return mergeParts([
    ...old.slice(0, head).map(part('same')),
    ...diffMiddle(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)),
    ...old.slice(old.length - tail).map(part('same')),
  ]);
}

const part = (kind: DiffPart['kind']) => (text: string) => ({ kind, text });

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, index) => word !== other[index]);
  return at === -1 ? one.length : at;
}

function diffMiddle(old: readonly string[], fresh: readonly string[]): DiffPart[] {
  if (old.length * fresh.length > maxPairs) return [...old.map(part('removed')), ...fresh.map(part('added'))];
  const common = commonWeights(old, fresh);
  const width = fresh.length + 1;
  const at = (one: number, other: number) => common[one * width + other] ?? 0;
  const parts: DiffPart[] = [];
  let [one, other] = [0, 0];
  while (one < old.length || other < fresh.length) {
    const [word, newer] = [old[one], fresh[other]];
    if (word !== undefined && word === newer) {
      parts.push({ kind: 'same', text: word });
      one += 1;
      other += 1;
    } else if (word !== undefined && (newer === undefined || at(one + 1, other) >= at(one, other + 1))) {
      parts.push({ kind: 'removed', text: word });
      one += 1;
    } else {
      parts.push({ kind: 'added', text: newer ?? '' });
      other += 1;
    }
  }
  return parts;
}

/** LCS table over all suffix pairs; a word outweighs several spaces. */
function commonWeights(old: readonly string[], fresh: readonly string[]): Uint16Array {
  const width = fresh.length + 1;
  const weights = new Uint16Array((old.length + 1) * width);
  for (let one = old.length - 1; one >= 0; one -= 1) {
    const weight = /[\p{L}\p{N}]/u.test(old[one] ?? '') ? 4 : 1;
    for (let other = fresh.length - 1; other >= 0; other -= 1) {
      const next = (one + 1) * width + other;
      weights[one * width + other] =
        old[one] === fresh[other]
          ? (weights[next + 1] ?? 0) + weight
          : Math.max(weights[next] ?? 0, weights[one * width + other + 1] ?? 0);
    }
  }
  return weights;
}

function mergeParts(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const next of parts) {
    const last = all.at(-1);
    if (last?.kind === next.kind) last.text += next.text;
    else all.push({ ...next });
  }
  return all;
}
