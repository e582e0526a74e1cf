import type { ApprovalRulesInput, WaitsForApproval } from '@/contract/settings/approvals';
import { apiSession, callApi } from './browser';

/**
 * Before the first test: one person is enough on the server of most specs, whose subject is another one. On the server
 * `languages` the rule stays as shipped, for `approvals.spec.ts`.
 */
export default async function setUp(): Promise<void> {
  const admin = await apiSession('admin');
  const { hours, payouts_from, refunds_from } = await callApi<ApprovalRulesInput>(admin, 'GET', rules);
  const off = { hours, payouts_from, refunds_from, mode: 'off' };
  const asked = await callApi<Partial<WaitsForApproval>>(admin, 'PUT', rules, off);
  if (asked.approval) {
    const { id, hash } = asked.approval;
    await callApi(await apiSession('finance'), 'POST', `approvals/${id}/confirm`, { hash });
  }
  const { mode } = await callApi<ApprovalRulesInput>(admin, 'GET', rules);
  if (mode !== 'off')
    throw new Error('The rule of two persons is still on: somebody else decides about the team');
}

const rules = 'approvals/rules';
