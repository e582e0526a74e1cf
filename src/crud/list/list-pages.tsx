import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import type { Pagination as Pages } from '@/components/table/pagination';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { part } from '@/lib/part';

const Place = () => <div className="h-13.75 border-t border-line-faint" />;
const Pagination = part(
  dynamic(() => import('./list-tools').then((module) => module.Pagination), {
    loading: Place,
  }),
);

/** Pagination below a list, rendered after its rows. */
export function ListPages(props: ComponentProps<typeof Pages>) {
  return useAfterPaint(true) ? <Pagination {...props} /> : <Place />;
}
