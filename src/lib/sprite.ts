import { basePath } from './site';

/** Element id of a symbol in the document. */
export const symbolId = (name: string) => `icon-${name}`;

/**
 * Inlines the symbols of `public/icons.svg` into the document, once. Icons that reference an external file are
 * requested again and again while a page renders.
 */
export async function startSprite(): Promise<void> {
  const answer = await fetch(`${basePath}/icons.svg`);
  if (!answer.ok) return;
  const sprite = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  for (const symbol of sprite.querySelectorAll('symbol')) symbol.id = symbolId(symbol.id);
  // The style sheet overrides the attribute `display` and makes every svg a block of 150 px.
  sprite.setAttribute('hidden', '');
  document.body.append(document.importNode(sprite, true));
}
