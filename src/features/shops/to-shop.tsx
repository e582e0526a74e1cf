import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { Loader } from '@/components/ui/loader';
import type { DetailsProps } from '@/crud/types';

/** Leads from `/shops/{slug}` to the shop itself (reference pages §2.3). */
export function ToShop({ id }: DetailsProps) {
  return <Leading to={`/${encodeURIComponent(id)}`} />;
}

/** The same for its form. */
export function ToShopForm({ slug }: { slug: string }) {
  return <Leading to={`/${encodeURIComponent(slug)}/edit`} />;
}

function Leading({ to }: { to: string }) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router is another object after every navigation
  useEffect(() => void router.replace(to), [to]);
  return <Loader />;
}
