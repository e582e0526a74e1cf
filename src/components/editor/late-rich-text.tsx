import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import { part } from '@/lib/part';

/** The editor of formatted texts: few fields need it at once, and it weighs 70 kB. */
export const LateRichText = part(
  dynamic(() => import('./rich-text').then((module) => module.RichText), {
    loading: () => <Skeleton className="h-60 w-full rounded-control" />,
    ssr: false,
  }),
);
