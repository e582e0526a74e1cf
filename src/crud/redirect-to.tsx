import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { Loader } from '@/components/ui/loader';

/** Replaces the address by another page of the panel. */
export function RedirectTo({ to }: { to: string }) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router is another object after every navigation
  useEffect(() => void router.replace(to), [to]);
  return <Loader />;
}
