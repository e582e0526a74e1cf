import { Link } from '@/components/ui/link';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { SidebarMenu, type SidebarMenuProps } from './sidebar-menu';
import { SiteBrand } from './site-brand';

/**
 * The menu beside the page from 1024 px on, 236 px wide or icons only (reference pages §1.1, look.md). It renders one
 * frame after the page, whose first rows come first.
 */
export function Sidebar(props: SidebarMenuProps) {
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
        {isSettled && <SidebarMenu {...props} />}
      </div>
    </aside>
  );
}
