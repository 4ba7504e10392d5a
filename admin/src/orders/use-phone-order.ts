import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAddress } from '../parts/page-link.tsx';
import { storeDraft } from '../parts/stored-draft.ts';
import { useVerb } from '../parts/use-verb.ts';
import { readDraft } from '../record/kept-draft.ts';
import { isSame } from '../record/merge-fields.ts';
import { currentBranch, isNoConnection, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import type { PhoneBuyer, PhoneQuote } from './order-types.ts';
import { countingProblem } from './order-words.tsx';
import { nowhere, type PhoneLine, type PhoneReceiving } from './phone-fields.tsx';
import { type Terms, usualTerms } from './phone-payment.tsx';
import { slotKey, slotOf } from './receiving-fields.tsx';

export type PhoneOrderForm = ReturnType<typeof usePhoneOrder>;

type PhoneFields = {
  lines: PhoneLine[];
  buyer: PhoneBuyer | null;
  contact: { name: string; phone: string; email: string };
  receiving: PhoneReceiving;
  chosenTerms: Terms;
};

const blank: PhoneFields = {
  lines: [],
  buyer: null,
  contact: { name: '', phone: '', email: '' },
  receiving: nowhere,
  chosenTerms: usualTerms,
};

/** The fields of the order, kept in this browser until it is placed. */
function usePhoneFields() {
  const { me } = useSession();
  const draftKey = `${me.person.id} phone-order`;
  const [kept] = useState(() => readDraft(draftKey)?.mine as (PhoneFields & { branch: string }) | undefined);
  const [branch, setBranch] = useState(() => currentBranch() ?? firstBranch(me.branches, kept?.branch));
  const [fields, setFields] = useState<PhoneFields>(() => ({ ...blank, ...kept }));
  const isBlank = Object.entries(blank).every(([name, value]) => isSame(fields[name as keyof PhoneFields], value));
  useEffect(() => {
    storeDraft(draftKey, isBlank ? null : { base: {}, mine: { ...fields, branch } });
  }, [draftKey, isBlank, fields, branch]);
  return {
    branch,
    setBranch,
    fields,
    isBlank,
    set: (change: Partial<PhoneFields>) => setFields((before) => ({ ...before, ...change })),
    setLines: (next: (lines: PhoneLine[]) => PhoneLine[]) =>
      setFields((before) => ({ ...before, lines: next(before.lines) })),
    forget: () => storeDraft(draftKey, null),
  };
}

/** The branch of the draft while the person works there, or the only one; '': it is to be chosen. */
function firstBranch(branches: readonly { id_1c: string }[], kept: string | undefined): string {
  const [only] = branches.length === 1 ? branches : [];
  return branches.find(({ id_1c }) => id_1c === kept)?.id_1c ?? only?.id_1c ?? '';
}

/** An order that is being taken on the phone: its fields, what they cost, and placing it. */
export function usePhoneOrder() {
  const { branch, setBranch, fields, isBlank, set, setLines, forget } = usePhoneFields();
  const { lines, buyer, contact, chosenTerms } = fields;
  const navigate = useNavigate();
  const address = useAddress();
  const asked = {
    department_id_1c: branch,
    user_id: buyer?.user_id ?? null,
    lines,
    receiving: receivingOf(fields.receiving),
  };
  const quote = useQuote(asked);
  const place = useVerb<{ id: string }>(({ id }) => {
    forget();
    void navigate(address(`/orders/${id}`));
  });
  const { data } = quote;
  const receiving = offeredOf(fields.receiving, data);
  const methods = data?.payment_methods ?? [chosenTerms.method];
  // Not every buyer is offered to pay on receipt.
  const method = methods.includes(chosenTerms.method) ? chosenTerms.method : (methods[0] ?? chosenTerms.method);
  const terms: Terms = { ...chosenTerms, method };
  const needsCompany = terms.method === 'invoice' && !buyer?.company;
  const quoteProblem = countingProblem(quote.error);
  return {
    branch,
    /** Points, days and slots are the branch's own: those of the one before are taken back. */
    setBranch: (next: string) => {
      setBranch(next);
      set({ receiving: { ...nowhere, type: receiving.type, address: receiving.address } });
    },
    lines,
    buyer,
    contact,
    receiving,
    /** The day that was chosen and is not offered any more: of another point, or of more goods; '': none. */
    lostDay: receiving.date === '' ? fields.receiving.date : '',
    terms,
    methods,
    needsCompany,
    isBlank,
    clear: () => set(blank),
    setLines: (lines: PhoneLine[]) => set({ lines }),
    setContact: (contact: PhoneFields['contact']) => set({ contact }),
    setReceiving: (receiving: PhoneReceiving) => set({ receiving }),
    setTerms: (chosenTerms: Terms) => set({ chosenTerms }),
    setCount: (product_id: number, count: number) => setLines((before) => withCount(before, product_id, count)),
    chooseBuyer: (found: PhoneBuyer | null) => {
      const contact = found && { name: found.name, phone: found.phone, email: found.email ?? '' };
      set({ buyer: found, ...(contact && { contact }) });
    },
    quote: data,
    quoteProblem,
    /** The shop did not answer what it costs: it can be asked again. */
    quoteLost: isNoConnection(quote.error) ? quote.error : null,
    countAgain: () => void quote.refetch(),
    /** Why it cannot be placed yet; null: it can. */
    whyClosed: whyClosed(branch, lines, quoteProblem, quote.isPlaceholderData ? undefined : data),
    /** Messages of fields by name. */
    fields: place.fields,
    problem: place.problem,
    isBusy: place.isBusy,
    place: () =>
      place.run('/api/admin/orders', {
        ...asked,
        receiving: receivingOf(receiving),
        contact,
        payment_method: terms.method,
        replacement_rule: terms.rule,
        comment: terms.comment,
        total: data?.total ?? 0,
        ...(needsCompany && { company: terms.company }),
      }),
  };
}

function whyClosed(
  branch: string,
  lines: PhoneLine[],
  quoteProblem: string | null,
  quote: PhoneQuote | undefined,
): string | null {
  if (branch === '') return 'Выберите филиал';
  if (lines.length === 0) return 'Добавьте товары';
  if (quoteProblem) return quoteProblem;
  if (!quote) return 'Считаем заказ…';
  const stopped = quote.lines.find(({ problem }) => problem);
  return stopped ? `${stopped.name}: ${stopped.problem}. Измените количество или уберите строку` : null;
}

/** What the order costs, and of what its receiving and payment are chosen. */
function useQuote(asked: { department_id_1c: string }) {
  return useQuery({
    queryKey: ['phone-order', 'quote', asked],
    queryFn: ({ signal }) =>
      request<PhoneQuote>('/api/admin/phone-order/quote', { method: 'POST', body: asked, signal }).then(
        ({ body }) => body,
      ),
    enabled: asked.department_id_1c !== '',
    placeholderData: (before) => before,
  });
}

/** None left: the line is taken away. */
function withCount(lines: PhoneLine[], product_id: number, count: number): PhoneLine[] {
  if (count <= 0) return lines.filter((line) => line.product_id !== product_id);
  return lines.some((line) => line.product_id === product_id)
    ? lines.map((line) => (line.product_id === product_id ? { product_id, count } : line))
    : [...lines, { product_id, count }];
}

/** What is shown and sent: without a day or hours that these goods are not offered for there. */
function offeredOf(receiving: PhoneReceiving, quote: PhoneQuote | undefined): PhoneReceiving {
  if (!quote) return receiving;
  const date = quote.days.includes(receiving.date) ? receiving.date : '';
  const isSlotOffered = date !== '' && quote.slots.some((slot) => slotKey(slot) === receiving.slot);
  return { ...receiving, date, slot: isSlotOffered ? receiving.slot : '' };
}

function receivingOf({ type, department_id_1c: point, address, date, slot: key }: PhoneReceiving) {
  const slot = slotOf(key);
  return {
    type,
    ...(type === 'pickup' && point && { department_id_1c: point }),
    ...(type === 'delivery' && address.trim() && { address: address.trim() }),
    ...(date && { date }),
    ...(slot && { slot }),
  };
}
