import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { defaultLanguage } from '@/contract/core/languages';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps } from '@/crud/types';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';
import { useShopId } from '@/lib/session/shop-id';
import { useModalActions } from '@/state/modal';

export function AttributesList({ resource, shop }: ListProps) {
  const { i18n } = useTranslation();
  const labels = useLabels(resource);
  const { canCreate } = useRights(resource, shop);
  const { open } = useModalActions();
  const shopId = useShopId(shop);
  // Files are read in the default language only, like new rows.
  const canUseFiles = canCreate && shopId !== undefined && i18n.language === defaultLanguage;
  const files = canUseFiles && (
    <Button
      icon={<SpriteIcon name="file-text" className="size-4" />}
      aria-haspopup="dialog"
      onClick={() => open('EXPORT_IMPORT_ATTRIBUTE', { shopId })}
    >
      {labels.text('csv')}
    </Button>
  );
  return <ListScreen resource={resource} shop={shop} extra={files} />;
}
