import type { Attachment } from '@/contract/core/define';
import type { Database } from '@/server/core/context';
import { apiBase } from '@/server/core/files/attachments';
import type { Files } from '@/server/integrations/files/files';
import type { DemoShop } from './shops/shops';

export type SwatchFigure = 'rays' | 'drops' | 'waves' | 'weave' | 'toy';

/** A drawing: its file name without the ending, and its SVG. */
export interface Drawing {
  name: string;
  svg: string;
  /** Width and height in pixels; a square when left out. */
  size?: [number, number];
}

const side = 512;
const thumbnailSide = 320;
const folder = 'demo';

/** Figures of shop logos in a 100 × 100 field, drawn with `currentColor`. */
export const figures: Record<DemoShop['figure'], string> = {
  cup: '<path d="M26 40h40v16a20 20 0 0 1-40 0z"/><path d="M66 44h5a9 9 0 0 1 0 18h-6" fill="none" stroke="currentColor" stroke-width="5"/><path d="M22 82h48" stroke="currentColor" stroke-width="5" stroke-linecap="round"/><path d="M38 32c-4-6 4-8 0-14M52 32c-4-6 4-8 0-14" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>',
  jar: '<rect x="30" y="18" width="40" height="10" rx="4"/><path d="M32 32h36c6 4 8 8 8 16v24a10 10 0 0 1-10 10H34a10 10 0 0 1-10-10V48c0-8 2-12 8-16z"/><path d="M50 46l11 6v13l-11 6-11-6V52z" fill="var(--ground)"/>',
  weave:
    '<g fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round"><path d="M24 32c10-10 18 10 26 0s18 10 26 0M24 50c10-10 18 10 26 0s18 10 26 0M24 68c10-10 18 10 26 0s18 10 26 0"/></g>',
  toy: '<circle cx="62" cy="28" r="12"/><path d="M56 36c-22 2-34 16-34 32v14h12V70h18v12h12V60c8-4 10-12 8-22z"/><path d="M22 60c-6 2-8 10-4 16" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/><circle cx="42" cy="56" r="6" fill="var(--ground)"/>',
  book: '<path d="M50 30c-8-6-18-8-30-8v50c12 0 22 2 30 8 8-6 18-8 30-8V22c-12 0-22 2-30 8z"/><path d="M50 32v46" stroke="var(--ground)" stroke-width="4"/>',
  gem: '<path d="M32 24h36l16 20-34 40-34-40z"/><path d="M16 44h68M32 24l18 60 18-60" fill="none" stroke="var(--ground)" stroke-width="3.5" stroke-linejoin="round"/>',
  tree: '<path d="M50 12l18 24H58l16 20H62l16 20H22l16-20H26l16-20H32z"/><rect x="45" y="76" width="10" height="12" rx="2"/>',
  pot: '<path d="M36 20h28v6c0 4-4 6-4 10 12 6 18 14 18 24a28 26 0 0 1-56 0c0-10 6-18 18-24 0-4-4-6-4-10z"/><path d="M24 56h52M26 66h48" stroke="var(--ground)" stroke-width="3.5" stroke-dasharray="7 4"/>',
  knit: '<path d="M28 26h44v34a22 22 0 0 1-44 0z"/><path d="M28 38h44M28 50h44" stroke="var(--ground)" stroke-width="4" stroke-dasharray="6 4"/><path d="M72 44c10 0 14 14 4 18" fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round"/>',
};

export function shopLogo(shop: DemoShop): string {
  const [ground, figure] = shop.colours;
  const shape = figures[shop.figure].replaceAll('var(--ground)', ground);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" color="${figure}" fill="${figure}">` +
    `<rect width="100" height="100" fill="${ground}"/><circle cx="78" cy="16" r="34" fill="${figure}" opacity=".1"/>${shape}</svg>`
  );
}

/** The marketplace's own mark: an arcade of three arches. */
export function siteLogo(): string {
  const arch = (x: number) => `<path d="M${x} 74V48a9 9 0 0 1 18 0v26z"/>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="#fff">' +
    `<rect width="100" height="100" rx="22" fill="#9b2c2c"/>${[19, 41, 63].map(arch).join('')}` +
    '<path d="M14 34 50 18l36 16v4H14z"/></svg>'
  );
}

export function swatch(ground: string, figure: string, shape: SwatchFigure): string {
  const drawings: Record<SwatchFigure, string> = {
    rays: repeat(
      12,
      (i) => `<rect x="48" y="8" width="4" height="28" rx="2" transform="rotate(${i * 30} 50 50)"/>`,
    ),
    drops: repeat(
      9,
      (i) => `<circle cx="${20 + (i % 3) * 30}" cy="${20 + Math.floor(i / 3) * 30}" r="${5 + (i % 4) * 2}"/>`,
    ),
    waves: repeat(
      6,
      (i) =>
        `<path d="M-5 ${12 + i * 16}c12-12 18 12 30 0s18 12 30 0 18 12 30 0 18 12 30 0" fill="none" stroke="${figure}" stroke-width="5"/>`,
    ),
    weave: repeat(25, (i) => {
      const [x, y] = [4 + (i % 5) * 20, 4 + Math.floor(i / 5) * 20];
      return i % 2 === 0
        ? `<rect x="${x}" y="${y + 4}" width="14" height="5" rx="2.5"/>`
        : `<rect x="${x + 4}" y="${y}" width="5" height="14" rx="2.5"/>`;
    }),
    toy: '<circle cx="50" cy="34" r="15"/><ellipse cx="50" cy="66" rx="23" ry="22"/><circle cx="45" cy="32" r="2.4" fill="#1e293b"/><circle cx="55" cy="32" r="2.4" fill="#1e293b"/>',
  };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="${figure}">` +
    `<rect width="100" height="100" fill="${ground}"/>${drawings[shape]}</svg>`
  );
}

function repeat(times: number, draw: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => draw(index)).join('');
}

/** Draws the pictures with thumbnails, stores and registers them: one query for all. */
export async function drawAll(
  db: Database,
  stored: Files,
  drawings: Drawing[],
  at: { userId: number; now: Date },
): Promise<Map<string, Attachment>> {
  const sizes = await Promise.all(drawings.map((drawing) => draw(stored, drawing)));
  const rows = await db
    .insertInto('attachments')
    .values(
      drawings.map(({ name }, index) => ({
        user_id: at.userId,
        kind: 'png',
        visibility: 'public',
        file_name: `${name}.png`,
        path: `${folder}/${name}.png`,
        thumbnail_path: `${folder}/${name}.thumb.webp`,
        size: sizes[index] ?? 0,
        created_at: at.now,
      })),
    )
    .returning(['id', 'path', 'thumbnail_path', 'file_name'])
    .execute();
  return new Map(
    rows.map(({ id, path, thumbnail_path, file_name }) => [
      file_name.replace(/\.png$/, ''),
      {
        id,
        original: `${apiBase}/uploads/${path}`,
        thumbnail: `${apiBase}/uploads/${thumbnail_path}`,
        file_name,
      },
    ]),
  );
}

async function draw(
  stored: Files,
  { name, svg, size: [width, height] = [side, side] }: Drawing,
): Promise<number> {
  const { default: sharp } = await import('sharp');
  // 100 units of height at 72 dpi: rendered at the final size, not scaled up, and once for both files.
  const { data, info } = await sharp(Buffer.from(svg), { density: (72 * height) / 100 })
    .resize(width, height)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const drawn = () => sharp(data, { raw: info });
  // A palette would save a third of the bytes, but take longer than everything else at the first start except the
  // database.
  const full = await drawn().png({ compressionLevel: 6 }).toBuffer();
  const thumbnail = await drawn()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside' })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
  await stored.put(`${folder}/${name}.png`, full);
  await stored.put(`${folder}/${name}.thumb.webp`, thumbnail);
  return full.length;
}
