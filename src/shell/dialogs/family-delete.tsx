import { type ResourceName, resources } from '@/contract';
import { DeleteDialog } from '@/crud/delete-dialog';
import { lazyDialog } from './lazy-dialog';

// Staff are not deleted but removed from the shop; the dialog says so.
const RemoveDialog = lazyDialog(() => import('@/features/shops/staffs/remove-dialog'), 'RemoveDialog');

interface FamilyDeleteProps {
  family: ResourceName;
  data: { id: number; title: string };
  onClose: () => void;
}

/** The delete dialog of a family by name; the declarations load with the first dialog. */
export function FamilyDelete({ family, ...rest }: FamilyDeleteProps) {
  if (family === 'staffs') return <RemoveDialog {...rest} />;
  return <DeleteDialog resource={resources[family]} {...rest} />;
}
