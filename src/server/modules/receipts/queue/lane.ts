import type { CashRegister } from '@/server/integrations/registers/cash-register';

/** A register with its queue, and whose receipts it gets (rules/receipts: one document at a time). */
export interface RegisterQueue {
  /** Name of the queue: of the adapter, or of the shop. */
  key: string;
  register: CashRegister;
  /** Receipts that were not sent yet are for it. */
  acceptsNew: boolean;
  /** Whose own register it is; null for those of the marketplace. */
  shopId: number | null;
}

/** The registers of the marketplace: new receipts go to the first one. */
export const ownLanes = (registers: readonly CashRegister[]): RegisterQueue[] =>
  registers.map((register, place) => ({
    key: register.name,
    register,
    acceptsNew: place === 0,
    shopId: null,
  }));

export const shopLane = (shopId: number, register: CashRegister): RegisterQueue => ({
  key: shopKey(shopId),
  register,
  acceptsNew: true,
  shopId,
});

export const shopKey = (shopId: number): string => `shop-${shopId}`;
