import { useTranslation } from 'next-i18next/pages';
import { LinkButton } from '@/components/ui/link-button';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps } from '@/crud/types';

/** Staff of an administrator's own shops; most have none and look for vendors' staff. */
export function MyStaffsList(props: ListProps) {
  const { t } = useTranslation('common');
  return (
    <ListScreen
      {...props}
      emptyExtra={
        <LinkButton href="/users/vendor-staffs">{t('common:sidebar-nav-item-vendor-staffs')}</LinkButton>
      }
    />
  );
}
