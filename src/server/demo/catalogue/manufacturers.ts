import { toSlug } from '@/contract/core/slug';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { type Drawing, type SwatchFigure, swatch } from '@/server/demo/pictures';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import manufacturersData from './manufacturers.json';
import { likeliest } from './products';

interface DemoManufacturer {
  name: string;
  description: string;
  /** Parts of the name of its group, most likely first. */
  group: readonly string[];
  website?: string;
  socials?: [icon: string, url: string][];
  /** The submitting shop; the manufacturer then awaits approval. */
  sentBy?: string;
  english?: [name: string, description: string];
  /** A drawn logo: its colours and its figure. */
  logo?: [ground: string, figure: string, shape: SwatchFigure];
}

const manufacturers = typed<readonly DemoManufacturer[]>(manufacturersData);

const logoOf = (name: string) => `maker-${toSlug(name)}`;

export function manufacturerDrawings(): Drawing[] {
  return manufacturers.flatMap(({ name, logo }) =>
    logo ? [{ name: logoOf(name), svg: swatch(...logo) }] : [],
  );
}

export async function seedManufacturers({ db, now, random, shops, pictures }: SeedCtx): Promise<void> {
  const groups = await db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute();
  const [anyGroup] = groups;
  if (!anyGroup) throw new Error('The demo has no groups');
  const rows = manufacturers.map((maker) => {
    const logo = pictures.get(logoOf(maker.name));
    return {
      ...pastMoments(random, now),
      name: maker.name,
      slug: toSlug(maker.name),
      description: maker.description,
      type_id: (likeliest(groups, maker.group) ?? anyGroup).id,
      website: maker.website ?? null,
      socials: JSON.stringify((maker.socials ?? []).map(([icon, url]) => ({ icon, url }))),
      image: logo ? JSON.stringify(logo) : null,
      is_approved: maker.sentBy === undefined,
      shop_id: maker.sentBy ? seededId(shops, maker.sentBy) : null,
      translations: english(maker.english, ['name', 'description']),
    };
  });
  await db.insertInto('manufacturers').values(rows).execute();
}
