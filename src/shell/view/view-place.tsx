import { lazyPart } from '@/lib/lazy-part';
import { view } from '@/lib/session/session';

const ViewBanner = lazyPart(() => import('./view-banner'), 'ViewBanner');

/** On every page of a look through a vendor's eyes, and once after it. */
export const ViewPlace = ({ className }: { className: string }) =>
  view === null ? null : <ViewBanner className={className} />;
