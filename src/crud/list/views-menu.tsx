import { Bookmark } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Popover } from '@/components/ui/popover';
import { useCan } from '@/lib/api/capabilities';
import { part } from '@/lib/part';
import type { Toolbar } from './use-toolbar';

const SavedViews = part(dynamic(() => import('./saved-views').then((module) => module.SavedViews)));

export function ViewsMenu(views: Toolbar['views']) {
  const { t } = useTranslation('common');
  if (!useCan('saved-views')) return null;
  return (
    <Popover
      variant="ghost"
      content={
        <>
          <Bookmark className="size-4" />
          {t('common:list.views')}
        </>
      }
    >
      {(close) => <SavedViews {...views} onClose={close} />}
    </Popover>
  );
}
