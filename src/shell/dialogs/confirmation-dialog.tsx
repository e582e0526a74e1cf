import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { onConfirmation } from '@/lib/session/confirm';
import { lazyDialog } from './lazy-dialog';

const DialogFrame = dynamic(() => import('./dialog-frame').then((module) => module.DialogFrame), {
  ssr: false,
});
const ConfirmAgain = lazyDialog(() => import('@/features/accounts/auth/confirm-again'), 'ConfirmAgain');

interface ConfirmationRequest {
  needs: readonly string[];
  done: (isConfirmed: boolean) => void;
}

/** The dialog that a change of money waits for, above the open one, whose input must not be lost. */
export function ConfirmationDialog() {
  const [asked, setAsked] = useState<ConfirmationRequest>();

  useEffect(() => onConfirmation((needs, done) => setAsked({ needs, done })), []);

  if (!asked) return null;
  const handleDone = (isConfirmed: boolean) => {
    setAsked(undefined);
    asked.done(isConfirmed);
  };
  return (
    <DialogFrame look={{ hasCloseButton: true }} onClose={() => handleDone(false)}>
      <ConfirmAgain needs={asked.needs} onDone={handleDone} />
    </DialogFrame>
  );
}
