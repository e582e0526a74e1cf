import type { ComponentProps } from 'react';
import { Link } from '@/components/ui/link';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { lazyPart } from '@/lib/lazy-part';
import type { RoleMenu as Menu } from './role-menu';
import { SiteBrand } from './site-brand';

const RoleMenu = lazyPart(() => import('./role-menu'), 'RoleMenu');

/**
 * The menu next to the page from 1024 px on, 236 px wide or icons only. It loads and renders after the page, whose
 * first rows come first.
 */
export function Sidebar(props: ComponentProps<typeof Menu>) {
  const { isMini } = props;
  const isSettled = useAfterPaint(true);
  return (
    <aside className={`fixed inset-y-0 start-0 z-20 hidden flex-col desk:flex ${isMini ? 'w-16' : 'w-59'}`}>
      <Link
        href="/"
        className={`m-2 flex h-11 shrink-0 items-center rounded-control ${isMini ? 'justify-center' : 'px-2.5'}`}
      >
        <SiteBrand isMini={isMini} />
      </Link>
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        {isSettled && <RoleMenu {...props} />}
      </div>
    </aside>
  );
}
