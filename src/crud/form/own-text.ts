const russianLetters = /\p{Script=Cyrillic}/u;

/**
 * A text of a translation. Empty when it is the original, which the API sends for texts without a translation and which
 * must not be saved as one. `XL` or a brand may be the same in every language.
 */
export function ownText(text: unknown, original: unknown): unknown {
  return text === original && russianLetters.test(String(original)) ? '' : text;
}
