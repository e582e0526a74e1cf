import type { ReactNode } from 'react';
import type { Capability } from '@/contract/capabilities';
import { useCan } from '@/lib/api/capabilities';

/** Shows its content when the server has a capability. */
export function OnlyWith({ capability, children }: { capability: Capability; children: ReactNode }) {
  return useCan(capability) && children;
}
