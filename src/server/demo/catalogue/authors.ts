import { toSlug } from '@/contract/core/slug';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import authorsData from './authors.json';

interface DemoAuthor {
  name: string;
  bio: string;
  quote?: string;
  languages?: string;
  born?: string;
  death?: string;
  socials?: [icon: string, url: string][];
  /** The submitting shop; the author then awaits approval. */
  sentBy?: string;
  english?: [name: string, bio: string];
}

const authors = typed<readonly DemoAuthor[]>(authorsData);

export async function seedAuthors({ db, now, random, shops }: SeedCtx): Promise<void> {
  const rows = authors.map((author) => ({
    ...pastMoments(random, now),
    name: author.name,
    slug: toSlug(author.name),
    bio: author.bio,
    quote: author.quote ?? null,
    languages: author.languages ?? null,
    born: author.born ?? null,
    death: author.death ?? null,
    socials: JSON.stringify((author.socials ?? []).map(([icon, url]) => ({ icon, url }))),
    is_approved: author.sentBy === undefined,
    shop_id: author.sentBy ? seededId(shops, author.sentBy) : null,
    translations: english(author.english, ['name', 'bio']),
  }));
  await db.insertInto('authors').values(rows).execute();
}
