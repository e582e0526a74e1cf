import dynamic from 'next/dynamic';
import { part } from '@/lib/part';
import { view } from '@/lib/session/session';

const ViewBanner = part(dynamic(() => import('./view-banner').then((module) => module.ViewBanner)));

/** On every page of a look through a vendor's eyes, and once after it. */
export const ViewPlace = ({ className }: { className: string }) =>
  view === null ? null : <ViewBanner className={className} />;
