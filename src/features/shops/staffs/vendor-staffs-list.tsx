import { useTranslation } from 'next-i18next/pages';
import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

/** Staff of all vendors; whoever may sees the panel as one of them does. */
export function VendorStaffsList(props: ListProps) {
  const { t } = useTranslation('shops');
  const { open } = useModalActions();
  const mayLook = useMay('customers:decide');
  const hasViews = useCan('vendor-views');
  const isSeen = (row: Row) => mayLook && hasViews && row.is_active === true && row.is_invited !== true;
  return (
    <ListScreen
      {...props}
      rowMenu={(row) =>
        isSeen(row)
          ? (close) => (
              <MenuLine
                icon={<SpriteIcon name="eye" className="size-4" />}
                close={close}
                onOpen={() => open('SEE_AS', { id: row.id, name: String(row.name), path: '/' })}
              >
                {t('shops:staffs.see-as')}
              </MenuLine>
            )
          : undefined
      }
    />
  );
}
