import { type Drawing, figures } from '@/server/demo/pictures';

/** Drawings of the demo's banners: background, figure's colour and figure. */
const themes = {
  tea: ['#1f6b4f', '#f4e6c3', 'cup'],
  honey: ['#b4541a', '#ffe9b8', 'jar'],
  linen: ['#5b6b8c', '#f3efe6', 'weave'],
  dymka: ['#c4332f', '#ffe3d1', 'toy'],
  books: ['#4a3a78', '#ece4ff', 'book'],
  gems: ['#0f6a6a', '#d6f5ec', 'gem'],
  yolka: ['#14532d', '#fde68a', 'tree'],
  market: ['#9b2c2c', '#ffe8d6', 'knit'],
} as const satisfies Record<string, readonly [string, string, keyof typeof figures]>;

export type BannerTheme = keyof typeof themes;

/** Names of a theme's pictures. */
export const wideName = (theme: BannerTheme) => `banner-${theme}`;
export const narrowName = (theme: BannerTheme) => `banner-${theme}-phone`;

export function bannerDrawings(): Drawing[] {
  return (Object.keys(themes) as BannerTheme[]).flatMap((theme) => [
    { name: wideName(theme), svg: banner(theme, 300), size: [1200, 400] },
    { name: narrowName(theme), svg: banner(theme, 100), size: [600, 600] },
  ]);
}

/** A large figure on a pattern of small ones; a wide banner leaves room for text before it. */
function banner(theme: BannerTheme, width: number): string {
  const [ground, colour, figure] = themes[theme];
  const shape = figures[figure].replaceAll('var(--ground)', ground);
  const isWide = width > 100;
  const place = isWide ? 'translate(202 12) scale(.76)' : 'translate(17 17) scale(.66)';
  const small = Array.from({ length: (width / 25) * 4 }, (_, index) => {
    const row = index % 4;
    const x = Math.floor(index / 4) * 25 + (row % 2) * 12;
    return `<g transform="translate(${x} ${row * 25 + 4}) scale(.14)">${shape}</g>`;
  }).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100" color="${colour}" fill="${colour}">` +
    `<rect width="${width}" height="100" fill="${ground}"/><g opacity=".13">${small}</g>` +
    `<circle cx="${isWide ? 240 : 50}" cy="50" r="${isWide ? 62 : 44}" fill="${ground}"/>` +
    `<circle cx="${isWide ? 240 : 50}" cy="50" r="${isWide ? 62 : 44}" opacity=".14"/>` +
    `<g transform="${place}">${shape}</g></svg>`
  );
}
