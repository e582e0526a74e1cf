import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import type { MenuGroup } from './navigation';
import { SidebarMenu } from './sidebar-menu';
import { SiteBrand } from './site-brand';

interface SidebarProps {
  groups: MenuGroup[];
  path: string;
  card: ReactNode;
  isMini: boolean;
}

/**
 * The menu beside the page from 1024 px on, 236 px wide or icons only (reference pages §1.1, look.md). Its forty
 * entries render one frame after the page: they are a third of the elements before the first rows.
 */
export function Sidebar({ groups, path, card, isMini }: SidebarProps) {
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
        {isSettled && <SidebarMenu groups={groups} path={path} card={card} isMini={isMini} />}
      </div>
    </aside>
  );
}
