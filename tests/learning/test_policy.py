from __future__ import annotations

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from tabletop_envs.learning.policy import LeanPolicy, ScaledFeatures, masked_log_softmax, pick

BOX = spaces.Box(0, np.array([1, 5, 255, 0, 9], np.uint8), (5,), np.uint8)


def batch(n: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    rng = np.random.default_rng(3)
    observations = torch.as_tensor(rng.integers(0, BOX.high.astype(int) + 1, (n, 5)).astype(np.uint8))
    masks = torch.as_tensor(rng.random((n, 7)) < 0.4)
    actions = torch.as_tensor(rng.integers(0, 7, n))
    masks[torch.arange(n), actions] = True
    return observations, masks, actions


def test_observations_are_scaled_by_their_bounds() -> None:
    scaled = ScaledFeatures(BOX)(torch.as_tensor(BOX.high[None]).float())
    assert torch.allclose(scaled, torch.tensor([[1.0, 1.0, 1.0, 0.0, 1.0]]))


def test_the_lean_policy_computes_what_the_usual_one_does() -> None:
    torch.manual_seed(0)
    kwargs = {"net_arch": [8, 8], "features_extractor_class": ScaledFeatures}
    lean = LeanPolicy(BOX, spaces.Discrete(7), lambda _: 1e-3, **kwargs)
    usual = MaskableActorCriticPolicy(BOX, spaces.Discrete(7), lambda _: 1e-3, **kwargs)
    usual.load_state_dict(lean.state_dict())
    observations, masks, actions = batch(50)
    for ours, theirs in zip(
        lean.evaluate_actions(observations, actions, masks.float()),
        usual.evaluate_actions(observations, actions, masks.float()),
        strict=True,
    ):
        assert torch.allclose(ours, theirs, atol=1e-6)
    ours, theirs = (policy(observations, True, masks.numpy()) for policy in (lean, usual))
    assert torch.equal(ours[0], theirs[0])
    assert torch.allclose(ours[1], theirs[1])
    assert torch.allclose(ours[2], theirs[2], atol=1e-6)


def test_gradients_are_finite_where_actions_are_blocked() -> None:
    logits = torch.randn(4, 6, requires_grad=True)
    mask = torch.zeros(4, 6, dtype=torch.bool)
    mask[:, 2] = True
    log_probs = masked_log_softmax(logits, mask)
    (-(log_probs.exp() * log_probs).sum() + log_probs[:, 2].sum()).backward()
    assert logits.grad is not None
    assert torch.isfinite(logits.grad).all()


def test_draws_follow_the_probabilities_and_never_break_the_mask() -> None:
    generator = torch.Generator().manual_seed(1)
    logits = torch.log(torch.tensor([0.5, 0.3, 0.2, 0.9])).repeat(20_000, 1)
    mask = np.array([1, 1, 1, 0], np.int8)[None].repeat(20_000, 0)
    drawn = pick(masked_log_softmax(logits, mask), False, generator)
    shares = torch.bincount(drawn, minlength=4) / len(drawn)
    assert torch.allclose(shares, torch.tensor([0.5, 0.3, 0.2, 0.0]), atol=0.015)
    assert pick(masked_log_softmax(logits[:1], mask[:1]), True).item() == 0
