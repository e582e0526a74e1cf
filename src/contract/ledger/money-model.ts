/**
 * Whose money a payment is. `commissioner`: the marketplace sells in its own name for the shops, receives all money on
 * its own account, keeps its commission and owes the rest. `docs/ledger.md` says what other models would change.
 */
export const moneyModels = ['commissioner'] as const;

/** VAT of the marketplace's commission, in per cent; 0: the marketplace pays none. */
export const commissionVatRates = ['0', '5', '7', '22'] as const;
