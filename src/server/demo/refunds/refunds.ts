import { toSlug } from '@/contract/core/slug';
import type { SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import policiesData from './refund-policies.json';

interface DemoPolicy {
  title: string;
  text: string;
  target: 'vendor' | 'customer';
  status?: 'approved' | 'pending';
  english?: [title: string, text: string];
}

const policies = typed<readonly DemoPolicy[]>(policiesData);

export async function seedRefundPolicies({ db, now, random }: SeedCtx): Promise<void> {
  const rows = policies.map(({ title, text, target, status = 'approved', english: words }) => ({
    ...pastMoments(random, now),
    title,
    slug: toSlug(title),
    description: text,
    target,
    status,
    translations: english(words, ['title', 'description']),
  }));
  await db.insertInto('refund_policies').values(rows).execute();
}
