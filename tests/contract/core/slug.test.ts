import { describe, expect, it } from 'vitest';
import { slugLength, toSlug } from '@/contract/core/slug';

describe('slug of a name', () => {
  it.each([
    ['Свежий хлеб', 'svezhiy-khleb'],
    ['Ёлка и щётка', 'yolka-i-shchyotka'],
    ['Объём — 5 л.', 'obyom-5-l'],
    ['  Crème  Brûlée!  ', 'creme-brulee'],
    ['ПОДЪЕЗД №7', 'podezd-no7'],
    ['---', ''],
    ['日本', ''],
    ['Йод', 'yod'],
  ])('%s → %s', (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });

  it('is cut to the stored length, never on a hyphen', () => {
    const slug = toSlug('слово '.repeat(60));

    expect(slug.length).toBeLessThanOrEqual(slugLength);
    expect(slug).not.toMatch(/-$/);
  });

  it('leaves a slug unchanged', () => {
    expect(toSlug(toSlug('Щи да каша'))).toBe(toSlug('Щи да каша'));
  });
});
