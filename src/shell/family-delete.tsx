import { type ResourceName, resources } from '@/contract';
import { DeleteDialog } from '@/crud/delete-dialog';

interface FamilyDeleteProps {
  family: ResourceName;
  data: { id: number; title: string };
  onClose: () => void;
}

/** The delete dialog of a family by name: the declarations come with the first dialog, not with every page. */
export function FamilyDelete({ family, ...rest }: FamilyDeleteProps) {
  return <DeleteDialog resource={resources[family]} {...rest} />;
}
