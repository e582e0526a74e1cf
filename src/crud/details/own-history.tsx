import dynamic from 'next/dynamic';
import { useIsEditable } from '@/components/form/editable';
import type { AnyResource } from '@/contract/core/define';
import { historyFamilies, readsHistory } from '@/contract/core/history';
import type { Row } from '@/crud/types';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';

const RecordHistory = part(
  dynamic(() => import('@/crud/details/record-history').then((module) => module.RecordHistory)),
);

/** History of a record of any family below its form or details, for those who may read it. */
export function OwnHistory({ resource, row }: { resource: AnyResource; row: Row }) {
  const labels = useLabels(resource);
  const permissions = usePermissions();
  // The history of another shop's row is closed.
  const isEditable = useIsEditable();
  const family = historyFamilies.find((one) => one === resource.name);
  if (!family || !isEditable || !readsHistory(family, permissions)) return null;
  const keys = new Set(resource.fields.map(({ key }: { key: string }) => key));
  const labelOf = (path: string) => (keys.has(path) ? labels.field(path) : undefined);
  return <RecordHistory family={family} id={row.id} labelOf={labelOf} />;
}
