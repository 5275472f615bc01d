"""Forms for hands, rulings and paper totals."""
