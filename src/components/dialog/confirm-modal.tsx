import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import type { ComponentProps } from 'react';
import { ConfirmDialog } from './confirm-dialog';

type ConfirmModalProps = Omit<ComponentProps<typeof ConfirmDialog>, 'subject' | 'isLoading'>;

/** A confirmation that belongs to no record, and therefore is not a view of the global dialog host. */
export function ConfirmModal(props: ConfirmModalProps) {
  return (
    <Dialog open onClose={props.onClose} className="relative z-50">
      <DialogBackdrop className="dialog-backdrop fixed inset-0 bg-black/45" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-center justify-center p-4 phone:items-end phone:p-0">
          <DialogPanel className="dialog-panel max-w-full rounded-card bg-surface text-ink shadow-floating phone:w-full phone:rounded-b-none">
            <ConfirmDialog {...props} isLoading={false} />
          </DialogPanel>
        </div>
      </div>
    </Dialog>
  );
}
