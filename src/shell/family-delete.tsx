import dynamic from 'next/dynamic';
import { Loader } from '@/components/ui/loader';
import { type ResourceName, resources } from '@/contract';
import { DeleteDialog } from '@/crud/delete-dialog';

// Nobody of a shop's staff is deleted: they are taken out of the shop, and the dialog says so.
const RemoveDialog = dynamic(
  () => import('@/features/shops/staffs/remove-dialog').then((module) => module.RemoveDialog),
  { loading: () => <Loader /> },
);

interface FamilyDeleteProps {
  family: ResourceName;
  data: { id: number; title: string };
  onClose: () => void;
}

/** The delete dialog of a family by name: the declarations come with the first dialog, not with every page. */
export function FamilyDelete({ family, ...rest }: FamilyDeleteProps) {
  if (family === 'staffs') return <RemoveDialog {...rest} />;
  return <DeleteDialog resource={resources[family]} {...rest} />;
}
