import words from '@locales/ru/resources.json?staffs';
import dynamic from 'next/dynamic';
import { staffsInShop } from '@/contract/staffs';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() => import('@/features/staffs/staff-form').then((module) => module.StaffForm));

export default resourcePage(staffsInShop, words.staffs, { Form });
