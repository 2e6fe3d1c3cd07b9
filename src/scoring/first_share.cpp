#include "first_share.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "order_dominance.hpp"

namespace gpuadvisor {
namespace {

/// A card that may be first somewhere, with its equals.
struct Contender {
  std::vector<double> means;       // at the corners of all weightings
  std::vector<std::size_t> cards;  // positions in the caller's list
};

/// A simplex of weightings, known by what matters of it.
struct Piece {
  double share = 1;                     // of the volume of all weightings
  std::vector<std::size_t> candidates;  // contenders that may be first in it
  std::vector<double> scores;           // ln, per candidate one at each corner; linear in between
};

struct Lead {
  double least;
  double most;
};

Lead lead(std::span<const double> a, std::span<const double> b) {
  Lead found{a[0] - b[0], a[0] - b[0]};
  for (std::size_t i = 1; i < a.size(); ++i) {
    found.least = std::min(found.least, a[i] - b[i]);
    found.most = std::max(found.most, a[i] - b[i]);
  }
  return found;
}

/// The cards that no other dominates, equal ones together, in an order that depends on nothing but their figures.
std::vector<Contender> contenders(std::span<const LogRatios> cards) {
  std::vector<Contender> all(cards.size());
  for (std::size_t i = 0; i < cards.size(); ++i) all[i] = {running_means(cards[i]), {i}};
  // Best first, so that what dominates stands before what it dominates.
  std::sort(all.begin(), all.end(), [](const Contender& a, const Contender& b) { return a.means > b.means; });
  std::vector<Contender> kept;
  for (auto& next : all) {
    const auto settled = std::find_if(kept.begin(), kept.end(), [&](const Contender& better) {
      return lead(better.means, next.means).least >= -k_no_lead;
    });
    if (settled == kept.end()) {
      kept.push_back(std::move(next));
    } else if (lead(settled->means, next.means).most <= k_no_lead) {
      settled->cards.push_back(next.cards.front());
    }
  }
  return kept;
}

/// Cuts pieces until one candidate leads at every corner, and with that everywhere, and adds their shares up.
class Cutter {
 public:
  Cutter(std::size_t contenders, std::size_t corners) : m_corners(corners), m_shares(contenders) {}

  void share_out(Piece piece) {
    const std::size_t leader = drop_beaten(piece, best_in_the_middle(piece));
    const std::size_t rival = farthest_ahead(piece, leader);
    if (rival == leader) {
      m_shares[piece.candidates[leader]] += piece.share;
    } else {
      cut(std::move(piece), leader, rival);
    }
  }

  [[nodiscard]] const std::vector<double>& shares() const { return m_shares; }

 private:
  [[nodiscard]] std::span<const double> scores(const Piece& piece, std::size_t candidate) const {
    return std::span(piece.scores).subspan(candidate * m_corners, m_corners);
  }

  [[nodiscard]] std::size_t best_in_the_middle(const Piece& piece) const {
    std::size_t best = 0;
    double best_sum = 0;
    for (std::size_t c = 0; c < piece.candidates.size(); ++c) {
      const auto of_c = scores(piece, c);
      const double sum = std::accumulate(of_c.begin(), of_c.end(), 0.0);
      if (c == 0 || sum > best_sum) best = c, best_sum = sum;
    }
    return best;
  }

  /// The candidate that leads `leader` by most at a corner; `leader` when none does.
  [[nodiscard]] std::size_t farthest_ahead(const Piece& piece, std::size_t leader) const {
    std::size_t farthest = leader;
    double most = k_no_lead;
    for (std::size_t c = 0; c < piece.candidates.size(); ++c) {
      const double ahead = lead(scores(piece, c), scores(piece, leader)).most;
      if (ahead > most) farthest = c, most = ahead;
    }
    return farthest;
  }

  /// Leaves those that lead `leader` at a corner, and itself; returns where that is now.
  std::size_t drop_beaten(Piece& piece, std::size_t leader) const {
    const std::vector<double> of_leader(scores(piece, leader).begin(), scores(piece, leader).end());
    std::size_t kept = 0;
    std::size_t now = 0;
    for (std::size_t c = 0; c < piece.candidates.size(); ++c) {
      if (c == leader) now = kept;
      if (c == leader || lead(scores(piece, c), of_leader).most > k_no_lead) move(piece, c, kept++);
    }
    piece.candidates.resize(kept);
    piece.scores.resize(kept * m_corners);
    return now;
  }

  void move(Piece& piece, std::size_t from, std::size_t to) const {
    piece.candidates[to] = piece.candidates[from];
    for (std::size_t i = 0; i < m_corners; ++i) piece.scores[to * m_corners + i] = piece.scores[from * m_corners + i];
  }

  void drop(Piece& piece, std::size_t candidate) const {
    piece.candidates.erase(piece.candidates.begin() + static_cast<std::ptrdiff_t>(candidate));
    const auto first = piece.scores.begin() + static_cast<std::ptrdiff_t>(candidate * m_corners);
    piece.scores.erase(first, first + static_cast<std::ptrdiff_t>(m_corners));
  }

  /// Cuts where candidates `a` and `b` tie. On the edge between the corners p and q at which either leads by most, that
  /// is at r; the simplex with r in place of q has the part |pr| / |pq| of the volume, the one with r in place of p the
  /// rest. Each has one corner less on the wrong side, so this ends.
  void cut(Piece piece, std::size_t a, std::size_t b) {
    const auto of_a = scores(piece, a);
    const auto of_b = scores(piece, b);
    std::size_t p = 0;
    std::size_t q = 0;
    for (std::size_t i = 1; i < m_corners; ++i) {
      if (of_a[i] - of_b[i] > of_a[p] - of_b[p]) p = i;
      if (of_a[i] - of_b[i] < of_a[q] - of_b[q]) q = i;
    }
    const double ahead = of_a[p] - of_b[p];
    const double behind = of_b[q] - of_a[q];
    if (ahead <= k_no_lead || behind <= k_no_lead) {
      drop(piece, ahead <= k_no_lead ? a : b);
      share_out(std::move(piece));
      return;
    }

    const double part = ahead / (ahead + behind);
    Piece near_p = piece;
    near_p.share = piece.share * part;
    piece.share -= near_p.share;
    for (std::size_t c = 0; c < piece.candidates.size(); ++c) {
      const std::size_t at = c * m_corners;
      const double at_r = piece.scores[at + p] + part * (piece.scores[at + q] - piece.scores[at + p]);
      near_p.scores[at + q] = at_r;
      piece.scores[at + p] = at_r;
    }
    cut(std::move(near_p), a, b);
    cut(std::move(piece), a, b);
  }

  std::size_t m_corners;
  std::vector<double> m_shares;
};

}  // namespace

std::vector<double> first_shares(std::span<const LogRatios> cards) {
  std::vector<double> shares(cards.size());
  if (cards.empty()) return shares;
  const auto found = contenders(cards);
  Piece all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    all.candidates.push_back(i);
    all.scores.insert(all.scores.end(), found[i].means.begin(), found[i].means.end());
  }
  Cutter cutter(found.size(), cards.front().size());
  cutter.share_out(std::move(all));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double each = cutter.shares()[i] / static_cast<double>(found[i].cards.size());
    for (const std::size_t card : found[i].cards) shares[card] = each;
  }
  return shares;
}

}  // namespace gpuadvisor
