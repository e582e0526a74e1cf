import dynamic from 'next/dynamic';
import { staffsInShop } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() => import('@/features/shops/staffs/staff-form').then((module) => module.StaffForm));

export default resourcePage(staffsInShop, { Form });
