import type { DialogData } from '@/contract/dialogs';

interface AddressDialogProps {
  data: DialogData['ADD_OR_UPDATE_ADDRESS'];
  onClose: () => void;
}

export function AddressDialog(_props: AddressDialogProps) {
  return null;
}
