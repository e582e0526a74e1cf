import type { DialogData } from '@/contract/dialogs';

interface CategoryDialogProps {
  data: DialogData['CATEGORY_CHANGE'];
  onClose: () => void;
}

export function CategoryDialog(_props: CategoryDialogProps) {
  return null;
}
