/** Words in braces that a reply gets from what it answers. */
export const placeholders = ['customer', 'order', 'shop'] as const;

export type Placeholder = (typeof placeholders)[number];

/** Maximum length of a template, and number of templates of a shop or of the marketplace. */
export const maxTemplateLength = 2000;
export const maxTemplates = 100;

const word = /\{([^{}\n]*)\}/g;

const find = (name: string) => placeholders.find((one) => one === name.trim());

export function hasUnknownPlaceholder(text: string): boolean {
  return [...text.matchAll(word)].some(([, name = '']) => !find(name));
}

/** The text with what is known put in; unknown words stay, for the person to replace. */
export function fillTemplate(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replace(word, (whole, name: string) => {
    const known = find(name);
    return (known && values[known]) || whole;
  });
}

/** Position of the first word in braces that is still to be replaced. */
export function findPlaceholder(text: string): { start: number; end: number } | undefined {
  const found = [...text.matchAll(word)].find(([, name = '']) => find(name));
  return found && { start: found.index, end: found.index + found[0].length };
}
