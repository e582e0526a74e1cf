/** What a statement recognises a payout by. */
const payoutToken = (id: number): string => `V-${String(id).padStart(6, '0')}`;

/**
 * Purpose of the payment order of a payout, for a person to copy: with its token, in signs that every encoding of banks has,
 * and far below their 210 characters. The VAT of a payout is the shop's matter, so it says none.
 */
export const payoutPurpose = (id: number): string =>
  `Выплата ${payoutToken(id)} по договору комиссии. НДС не облагается`;
