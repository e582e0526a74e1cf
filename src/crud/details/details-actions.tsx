import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { type AnyResource, addressKey, familyPaths } from '@/contract/core/define';
import type { Row } from '@/crud/types';
import { useDelete } from '@/crud/use-delete';
import { useRights } from '@/lib/session/rights';

interface DetailsActionsProps {
  resource: AnyResource;
  row: Row;
  shop?: string;
  /** False when the row's state forbids editing for everybody. */
  isEditable?: boolean;
}

export function DetailsActions({ resource, row, shop, isEditable = true }: DetailsActionsProps) {
  const { t } = useTranslation('common');
  const rights = useRights(resource, shop);
  const askDelete = useDelete(resource);
  const edit = familyPaths(resource, shop).edit(addressKey(resource, row));
  return (
    <>
      {rights.canUpdate && isEditable && (
        <LinkButton href={edit} icon={<Pencil className="size-4" />}>
          {t('common:button-edit')}
        </LinkButton>
      )}
      {rights.canRemove && (
        <Button icon={<Trash2 className="size-4" />} onClick={() => askDelete(row)}>
          {t('common:button-delete')}
        </Button>
      )}
    </>
  );
}
