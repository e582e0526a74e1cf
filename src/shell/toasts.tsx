import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { part } from '@/lib/part';
import { onToast } from '@/lib/toast';

const loadStack = () => import('./toast-stack');
const ToastStack = part(dynamic(() => loadStack().then((module) => module.ToastStack), { ssr: false }));

/** Listens for toasts; the stack loads with the first one. */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false);

  useEffect(
    () =>
      onToast((toast) => {
        setNeeded(true);
        void loadStack().then(({ drawToast }) => drawToast(toast));
      }),
    [],
  );

  return isNeeded ? <ToastStack /> : null;
}
