/** Loaded together and ahead: these dialogs open without a network. */
export { WaitingDialog } from '@/features/orders/queue/waiting-dialog';
export { CompleteCodeDialog } from './complete-code-dialog';
export { ShipDialog } from './ship-dialog';
export { StatusDialog } from './status-dialog';
