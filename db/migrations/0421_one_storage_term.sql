-- How long a ready order is kept is what its department promises (departments.storage_days), counted in working days; nothing else says it.
update settings set value = value - 'pickup_working_days', updated_at = now()
where key = 'reservation_terms' and value ? 'pickup_working_days';
