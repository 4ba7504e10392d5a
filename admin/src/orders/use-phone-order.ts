import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAddress } from '../parts/page-link.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import type { PhoneBuyer, PhoneQuote } from './order-types.ts';
import { countingProblem } from './order-words.tsx';
import { nowhere, type PhoneLine, type PhoneReceiving } from './phone-fields.tsx';
import { type Terms, usualTerms } from './phone-payment.tsx';
import { slotOf } from './receiving-fields.tsx';

export type PhoneOrderForm = ReturnType<typeof usePhoneOrder>;

/** An order that is being taken on the phone: its fields, what they cost, and placing it. */
export function usePhoneOrder() {
  const { me } = useSession();
  const [branch, setBranch] = useState(currentBranch() ?? me.branches[0]?.id_1c ?? '');
  const [lines, setLines] = useState<PhoneLine[]>([]);
  const [buyer, setBuyer] = useState<PhoneBuyer | null>(null);
  const [contact, setContact] = useState({ name: '', phone: '', email: '' });
  const [receiving, setReceiving] = useState<PhoneReceiving>(nowhere);
  const [chosenTerms, setTerms] = useState(usualTerms);
  const navigate = useNavigate();
  const address = useAddress();
  const asked = {
    ...{ department_id_1c: branch, user_id: buyer?.user_id ?? null, lines },
    receiving: receivingOf(receiving),
  };
  const quote = useQuote(asked);
  const place = useVerb<{ id: string }>(({ id }) => void navigate(address(`/orders/${id}`)));
  const { data } = quote;
  const methods = data?.payment_methods ?? [chosenTerms.method];
  // Not every buyer is offered to pay on receipt.
  const method = methods.includes(chosenTerms.method) ? chosenTerms.method : (methods[0] ?? chosenTerms.method);
  const terms: Terms = { ...chosenTerms, method };
  const needsCompany = terms.method === 'invoice' && !buyer?.company;
  return {
    ...{ branch, setBranch, lines, setLines, buyer, contact, setContact, receiving, setReceiving },
    ...{ terms, setTerms, methods, needsCompany },
    setCount: (product_id: number, count: number) => setLines((before) => withCount(before, product_id, count)),
    chooseBuyer: (found: PhoneBuyer | null) => {
      setBuyer(found);
      if (found) setContact({ name: found.name, phone: found.phone, email: found.email ?? '' });
    },
    quote: data,
    quoteProblem: countingProblem(quote.error),
    isReady:
      lines.length > 0 && data !== undefined && !quote.isPlaceholderData && data.lines.every(({ problem }) => !problem),
    /** Messages of fields by name. */
    fields: place.fields,
    problem: place.problem,
    isBusy: place.isBusy,
    place: () =>
      place.run('/api/admin/orders', {
        ...asked,
        ...{ contact, payment_method: terms.method, replacement_rule: terms.rule, comment: terms.comment },
        total: data?.total ?? 0,
        ...(needsCompany && { company: terms.company }),
      }),
  };
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
