import { toSlug } from '@/contract/core/slug';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import termsData from './terms.json';

interface DemoTerm {
  /** Key of the shop; the whole marketplace by default. */
  shop?: string;
  title: string;
  text: string;
  isWaiting?: boolean;
  english?: [title: string, text: string];
}

const terms = typed<readonly DemoTerm[]>(termsData);

export async function seedTerms({ db, now, random, people, shops }: SeedCtx): Promise<void> {
  const rows = terms.map(({ shop: key, title, text, isWaiting = false, english: words }) => {
    const shop = key ? shops.get(key) : undefined;
    return {
      ...pastMoments(random, now),
      title,
      slug: toSlug(title),
      description: text,
      type: shop ? 'shop' : 'global',
      issued_by: shop ? shop.name : 'Super Admin',
      shop_id: shop?.id ?? null,
      user_id: seededId(people, shop?.ownerKey ?? 'admin'),
      is_approved: !isWaiting,
      translations: english(words, ['title', 'description']),
    };
  });
  await db.insertInto('terms_and_conditions').values(rows).execute();
}
