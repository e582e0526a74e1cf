import type { SeedCtx } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import linksData from './social-links.json';

const links = typed<readonly [icon: string, name: string, url: string, isActive?: boolean][]>(linksData);

export async function seedSocialLinks({ db, now, random }: SeedCtx): Promise<void> {
  const rows = links.map(([icon, name, url, is_active = true], index) => ({
    ...pastMoments(random, now),
    icon,
    name,
    url,
    position: index + 1,
    is_active,
  }));
  await db.insertInto('social_links').values(rows).execute();
}
